# Makes CMake build for 64-bit ARM on another machine, with what `deploy/install.sh arm64` brings there: cmake -DCMAKE_TOOLCHAIN_FILE=deploy/arm64.cmake …
# Debian keeps the libraries of every processor side by side, in folders of the name that the compiler knows the processor by.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
# This machine's own, which CMake would take, know its own processor alone.
foreach(tool AR RANLIB STRIP)
  string(TOLOWER ${tool} name)
  set(CMAKE_${tool} /usr/bin/aarch64-linux-gnu-${name} CACHE FILEPATH "${name} of 64-bit ARM")
endforeach()
# The programs write their manual themselves, and are asked for their libraries (deploy/deb.sh).
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static CACHE STRING "What runs programs of 64-bit ARM here")
