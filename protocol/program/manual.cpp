#include "protocol/program/manual.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "protocol/program/version.hpp"

namespace muster {

namespace {

struct Words {
    std::string path;  ///< "", "moderate", "moderate ban"
    std::string about;
    std::vector<const CLI::Option*> options;  ///< those with a -, and those without
    std::vector<const CLI::App*> commands;
};

bool is_shown(const CLI::Option* option) { return !option->get_group().empty(); }
bool takes_value(const CLI::Option* option) { return option->get_items_expected_max() > 0; }
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) text.replace(at, what.size(), by);
    return text;
}

std::string in_quotes(const std::string& text) { return "'" + replaced(text, "'", R"('\'')") + "'"; }

std::vector<std::string> names_of(const CLI::Option* option) {
    std::vector<std::string> out;
    for (const auto& each : option->get_snames()) out.push_back("-" + each);
    for (const auto& each : option->get_lnames()) out.push_back("--" + each);
    return out;
}

// Where options fall through, those of the commands above count behind this one's name as well.
std::vector<const CLI::Option*> from_above(const CLI::App& command) {
    std::vector<const CLI::Option*> out;
    for (const auto* each = &command; each->get_fallthrough() && each->get_parent(); each = each->get_parent())
        for (const auto* option : each->get_parent()->get_options())
            if (is_shown(option) && option->nonpositional() && option != each->get_parent()->get_help_ptr()) out.push_back(option);
    return out;
}

// Without what the parser's checks add in their own words: of "FILE:FILE" and "N:INT in [2 - 9]" the first, of "TEXT:{a,b}" what is between the braces.
std::string value_of(const CLI::Option* option) {
    const auto type = option->get_type_name();
    if (const auto list = type.find(":{"); list != std::string::npos) {
        const auto values = replaced(type.substr(list + 2, type.size() - list - 3), ",", "|");
        return type.starts_with('[') ? "[" + values + "]" : values;
    }
    for (const auto* check : {":FILE", ":INT", ":FLOAT", ":POSITIVE"})
        if (const auto at = type.find(check); at != std::string::npos) return type.substr(0, at);
    return type;
}

void collect(const CLI::App& app, const std::string& path, std::vector<const CLI::App*> commands, std::vector<Words>& out) {
    for (const auto* each : app.get_subcommands([](const CLI::App*) { return true; })) commands.push_back(each);
    Words words{path, app.get_description(), {}, commands};
    for (const auto* each : app.get_options())
        if (is_shown(each)) words.options.push_back(each);
    std::ranges::copy(from_above(app), std::back_inserter(words.options));
    out.push_back(std::move(words));
    for (const auto* each : commands) collect(*each, path + (path.empty() ? "" : " ") + each->get_name(), {}, out);
}

using All = std::vector<Words>;

// Goes along the words that are there already as far as they are commands; `at` is then the path of one of `all`.
std::string find_path(const All& all, const std::string& words) {
    std::string out = "  local at= word\n  for word in " + words + "; do\n    case \"$at $word\" in\n";
    std::string paths;
    for (const auto& each : all)
        if (!each.path.empty()) paths += (paths.empty() ? "" : "|") + in_quotes((each.path.contains(' ') ? "" : " ") + each.path);
    return out + "      " + paths + ") at=\"${at:+$at }$word\" ;;\n    esac\n  done\n";
}

std::string bash(const std::string& program, const All& all) {
    std::string out = "# Completions of " + program + " for bash.\n_" + program + "() {\n" + find_path(all, R"("${COMP_WORDS[@]:1:COMP_CWORD-1}")");
    out += "  local words=\n  case \"$at\" in\n";
    for (const auto& each : all) {
        std::string words;
        for (const auto* command : each.commands) words += " " + command->get_name();
        for (const auto* option : each.options)
            for (const auto& name : names_of(option)) words += " " + name;
        out += "    " + in_quotes(each.path) + ") words=" + in_quotes(words.empty() ? "" : words.substr(1)) + " ;;\n";
    }
    return out + "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\")\n}\ncomplete -o default -F _" + program + " " +
           program + "\n";
}

std::string zsh(const std::string& program, const All& all) {
    const auto entry = [](const std::string& word, const std::string& about) {
        return " " + in_quotes(replaced(word, ":", "\\:") + ":" + replaced(first_line(about), ":", "\\:"));
    };
    std::string out =
        "#compdef " + program + "\n# Completions of " + program + " for zsh.\n_" + program + "() {\n" + find_path(all, R"("${(@)words[2,CURRENT-1]}")");
    out += "  local -a found\n  case \"$at\" in\n";
    for (const auto& each : all) {
        out += "    " + in_quotes(each.path) + ") found=(";
        for (const auto* command : each.commands) out += entry(command->get_name(), command->get_description());
        for (const auto* option : each.options)
            for (const auto& name : names_of(option)) out += entry(name, option->get_description());
        out += ") ;;\n";
    }
    return out + "  esac\n  _describe " + program + " found\n  _files\n}\n_" + program + " \"$@\"\n";
}

// Where a path is the whole of what was typed so far; options stand below theirs.
std::string fish(const std::string& program, const All& all) {
    std::string out = "# Completions of " + program + " for fish.\nfunction __" + program +
                      "_at\n  set -l at\n  for word in (commandline -opc)[2..-1]\n    switch \"$at $word\"\n      case";
    for (const auto& each : all)
        if (!each.path.empty()) out += " " + in_quotes((each.path.contains(' ') ? "" : " ") + each.path);
    out += "\n        set at (string trim \"$at $word\")\n    end\n  end\n  test \"$at\" = \"$argv\"\nend\n";
    for (const auto& each : all) {
        const std::string line = "complete -c " + program + " -n " + in_quotes("__" + program + "_at " + each.path);
        for (const auto* command : each.commands)
            out += line + " -a " + command->get_name() + " -d " + in_quotes(first_line(command->get_description())) + "\n";
        for (const auto* option : each.options) {
            if (names_of(option).empty()) continue;
            out += line;
            for (const auto& name : option->get_snames()) out += " -s " + name;
            for (const auto& name : option->get_lnames()) out += " -l " + name;
            out += (takes_value(option) ? " -r" : "") + std::string(" -d ") + in_quotes(first_line(option->get_description())) + "\n";
        }
    }
    return out;
}

// A line of text as troff takes it: no command, and a minus that can be copied.
std::string plain(std::string text) {
    text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
    text = replaced(std::move(text), "\n", "\n.br\n");
    return text.starts_with('.') || text.starts_with('\'') ? "\\&" + text : text;
}

std::string man(const std::string& program, const All& all, const std::vector<ManualSection>& sections) {
    std::string out = ".TH " + program + (program.ends_with('d') ? " 8" : " 1") + " \"\" \"Muster " + std::string(version) + "\"\n";
    const auto& top = all.front().about;
    const auto colon = top.find(": ");
    out += ".SH NAME\n" + program + " \\- " + plain(first_line(top.substr(colon == std::string::npos ? 0 : colon + 2))) + "\n.SH SYNOPSIS\n";
    for (const auto& each : all) {
        std::string words;
        for (const auto* option : each.options)
            if (names_of(option).empty()) words += " \\fI" + plain(option->get_name(true)) + "\\fR";
        out += ".B " + program + (each.path.empty() ? "" : " " + plain(each.path)) + "\n[options]" + (each.commands.empty() ? "" : " [command]") + words +
               "\n.br\n";
    }
    for (const auto& each : all) {
        out += each.path.empty() ? ".SH OPTIONS\n" : ".SH " + program + " " + plain(each.path) + "\n" + plain(each.about) + "\n";
        for (const auto* option : each.options) {
            std::string names;
            for (const auto& name : names_of(option)) names += (names.empty() ? "" : ", ") + name;
            if (names.empty()) names = option->get_name(true);
            out += ".TP\n\\fB" + plain(names) + "\\fR" +
                   (takes_value(option) && !option->get_type_name().empty() ? " \\fI" + plain(value_of(option)) + "\\fR" : "") + "\n" +
                   plain(option->get_description()) + "\n";
        }
    }
    for (const auto& each : sections) {
        out += ".SH " + each.title + "\n";
        for (const auto& [name, text] : each.entries) out += ".TP\n\\fB" + plain(name) + "\\fR\n" + plain(text) + "\n";
    }
    return out;
}

}  // namespace

void add_manual(CLI::App& app, const std::string& program, std::vector<ManualSection> sections, std::function<std::vector<const CLI::App*>()> commands) {
    const auto print = [&app, program, sections = std::move(sections), commands = std::move(commands)](const std::string& kind) {
        All all;
        collect(app, "", commands ? commands() : std::vector<const CLI::App*>(), all);
        const auto text = kind == "man"    ? man(program, all, sections)
                          : kind == "bash" ? bash(program, all)
                          : kind == "zsh"  ? zsh(program, all)
                                           : fish(program, all);
        throw CLI::CallForVersion(text, 0);
    };
    app.add_option_function<std::string>("--manual", print, "print a page of the manual, or completions for a shell, then exit")
        ->check(CLI::IsMember({"man", "bash", "zsh", "fish"}))
        ->group("");
}

void show_options_from_above(CLI::App& command) {
    command.footer([&command] {
        const auto options = from_above(command);
        return options.empty() ? "" : CLI::Formatter().make_group("Options of " + command.get_parent()->get_name() + ", which count here too", false, options);
    });
}

}  // namespace muster
