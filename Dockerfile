# The server and the client in a small image: docker build -t muster . && docker run -p 8080:8080 -v muster:/data muster
FROM debian:12-slim AS build
WORKDIR /src
COPY deploy/install.sh deploy/install.sh
COPY clients/package.json clients/package-lock.json clients/
COPY clients/js/package.json clients/js/
COPY clients/web/package.json clients/web/
RUN deploy/install.sh build && rm -rf /var/lib/apt/lists/*
COPY . .
# Tests are not part of the image, so their folder is not sent (.dockerignore) and not configured.
RUN cmake -S . -B /build -G Ninja -DMUSTER_TESTS=OFF --log-level=WARNING && cmake --build /build --target musterd muster \
    && strip /build/server/musterd /build/clients/cli/muster

FROM debian:12-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends curl libmimalloc2.0 libspdlog1.10 libsqlite3-0 libssl3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin muster \
    && install -d -o muster -g muster /data
COPY --from=build /build/server/musterd /build/clients/cli/muster /usr/local/bin/
USER muster
VOLUME /data
EXPOSE 8080
ENV MUSTER_LISTEN=0.0.0.0:8080 MUSTER_DATA=/data
HEALTHCHECK --interval=10s --timeout=3s CMD ["curl", "-fsS", "http://127.0.0.1:8080/healthz"]
# Exec form: SIGTERM reaches the server itself, which then says goodbye and ends within 5 s.
ENTRYPOINT ["musterd"]
