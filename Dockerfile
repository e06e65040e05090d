# Server and client in a small image: docker build -t muster . && docker run --read-only -p 8080:8080 -v muster:/data muster
FROM debian:12-slim AS build
WORKDIR /src
COPY deploy/install.sh deploy/install.sh
COPY clients/package.json clients/package-lock.json clients/
COPY clients/js/package.json clients/js/
COPY clients/web/package.json clients/web/
# Empty but in a release's tarball, whose lock file names what lies there.
COPY clients/npm-packages clients/npm-packages
RUN deploy/install.sh build image
COPY . .
# Tests are not part of the image, so their folder is not sent (.dockerignore) and not configured.
ARG COMMIT=unknown
RUN cmake -S . -B /build -G Ninja -DMUSTER_TESTS=OFF -DMUSTER_COMMIT=$COMMIT --log-level=WARNING && cmake --build /build --target musterd muster
RUN deploy/image/collect.sh /build/server/musterd /build/clients/cli/muster /image

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=10001:10001 /image/data /data
USER 10001:10001
VOLUME /data
EXPOSE 8080
ENV MUSTER_LISTEN=0.0.0.0:8080 MUSTER_DATA=/data
HEALTHCHECK --interval=10s --timeout=3s CMD ["/usr/local/bin/musterd", "health"]
# Exec form: SIGTERM reaches the server itself, which then says goodbye and ends within 5 s.
ENTRYPOINT ["/usr/local/bin/musterd"]
