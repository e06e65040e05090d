#include "tests/cli/process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace muster::cli::test {

namespace {

// Anonymous files instead of pipes: nobody can block on the other.
std::FILE* file_with(const std::string& content) {
    std::FILE* file = std::tmpfile();
    if (!file || std::fwrite(content.data(), 1, content.size(), file) != content.size() || std::fflush(file) != 0)
        throw std::runtime_error("cannot make a temporary file");
    std::rewind(file);
    return file;
}

std::string content_of(std::FILE* file) {
    std::string out;
    std::rewind(file);
    char bytes[4096];
    for (std::size_t size = 0; (size = std::fread(bytes, 1, sizeof bytes, file)) > 0;) out.append(bytes, size);
    std::fclose(file);
    return out;
}

}  // namespace

Finished run_muster(const std::vector<std::string>& arguments, const std::string& input) {
    std::FILE* in = file_with(input);
    std::FILE* out = file_with({});
    std::FILE* err = file_with({});
    std::vector<std::string> words{MUSTER_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) {
        dup2(fileno(in), STDIN_FILENO);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        execv(MUSTER_PROGRAM, argv.data());
        _exit(127);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) throw std::runtime_error("cannot wait");
    std::fclose(in);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), content_of(out), content_of(err)};
}

}  // namespace muster::cli::test
