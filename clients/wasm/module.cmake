# Builds the module within the whole: a project of its own, whose files Ninja knows. Only `all` and the target muster_module need it.
find_program(WASM_OPT wasm-opt)
find_program(WASM_CLANG clang++-19)
file(GLOB wasm_builtins /usr/lib/llvm-19/lib/clang/19*/lib/*/libclang_rt.builtins*wasm32*.a)
if(WASM_OPT AND WASM_CLANG AND wasm_builtins AND EXISTS /usr/include/wasm32-wasi/stdio.h AND EXISTS /usr/lib/llvm-19/include/wasm32-wasi/c++/v1/vector)
  include(ExternalProject)
  ExternalProject_Add(muster_module
    SOURCE_DIR ${CMAKE_SOURCE_DIR}/clients/wasm
    BINARY_DIR ${CMAKE_BINARY_DIR}/clients/wasm
    PREFIX ${CMAKE_BINARY_DIR}/clients/wasm/external
    CMAKE_CACHE_ARGS
      -DCMAKE_TOOLCHAIN_FILE:FILEPATH=${CMAKE_SOURCE_DIR}/clients/wasm/wasm32.cmake
      "-DCMAKE_CXX_COMPILER_LAUNCHER:STRING=${CMAKE_CXX_COMPILER_LAUNCHER}"
      -DWASM_OPT:FILEPATH=${WASM_OPT}
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON
    BUILD_BYPRODUCTS ${CMAKE_BINARY_DIR}/clients/wasm/muster.wasm)
else()
  message(STATUS "the module of the rules is not built: deploy/install.sh test brings what it takes")
endif()
