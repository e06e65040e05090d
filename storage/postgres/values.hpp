// What goes to PostgreSQL and comes from it, in its binary form: whole numbers are bigint, truth is boolean, texts have no NUL.
#pragma once
#include <libpq-fe.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace muster::storage::postgres {

struct Value {
    Oid type = 0;
    std::string bytes{};
};

Value of(std::int64_t number);
Value of(bool truth);
Value of(std::string text);
Value blob(std::string bytes);

/// A column of one parameter each: unnest() makes rows of several.
class Numbers {
public:
    void add(std::int64_t number);
    Value value() const;

private:
    std::string body_{};
    std::uint32_t count_ = 0;
};

class Texts {
public:
    void add(std::string_view text);
    Value value() const;
    Value as_blobs() const;

private:
    Value as(Oid array, Oid element) const;
    std::string body_{};
    std::uint32_t count_ = 0;
};

/// What a statement has answered.
class Rows {
public:
    explicit Rows(PGresult* result) : result_(result, &PQclear) {}
    int size() const { return PQntuples(result_.get()); }
    bool empty() const { return size() == 0; }
    std::int64_t number(int row, int column) const;
    bool truth(int row, int column) const { return bytes(row, column) == std::string_view("\1", 1); }
    std::string text(int row, int column) const { return std::string(bytes(row, column)); }
    /// As long as these rows are; NULL is empty.
    std::string_view bytes(int row, int column) const {
        return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
    }

private:
    std::unique_ptr<PGresult, decltype(&PQclear)> result_;
};

}  // namespace muster::storage::postgres
