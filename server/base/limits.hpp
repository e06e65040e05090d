// Every bound of the server in one table. What happens at each is said beside it.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace muster::server::limits {

using namespace std::chrono_literals;

inline constexpr std::size_t message_bytes_max = 64 * 1024;    ///< a longer message: close 1009
inline constexpr std::size_t outbox_bytes_max = 256 * 1024;    ///< unsent to one connection beyond this: close 4008
inline constexpr std::size_t history_slice_bytes = 48 * 1024;  ///< history goes out in slices, the next when one is written
inline constexpr std::size_t news_bytes_max = 128 * 1024;      ///< a commit that says more goes out in slices, like history
inline constexpr int socket_send_bytes = 128 * 1024;           ///< the kernel's part of an answer
inline constexpr int stream_send_bytes = 32 * 1024;     ///< and of what goes on: it is refilled in thirds, and a slow line must take one within write_stall_max
inline constexpr std::size_t followed_max = 64;         ///< battles one connection may follow; more: server_busy
inline constexpr int followed_per_address_max = 2'000;  ///< battles that WebSockets of one address follow, a tenth of those in memory; more: server_busy
inline constexpr std::size_t battle_queue_max = 1000;   ///< commands waiting for one battle; more: server_busy
inline constexpr int loads_waiting_max = 1000;          ///< battles being read from the store; more: server_busy
inline constexpr std::size_t long_battle_bytes =
    4 * 1024 * 1024;                                          ///< a stored battle of more is rebuilt by a thread for such alone, so that no other waits for it
inline constexpr int long_loads_waiting_max = 16;             ///< such battles, which wait with their text; more: server_busy
inline constexpr int searches_waiting_max = 64;               ///< lists, searches and transcripts; more: server_busy
inline constexpr std::size_t battles_in_memory_max = 20'000;  ///< then those at rest leave, the longest first; all in use: server_busy
inline constexpr std::size_t idle_battle_bytes_max = 256 * 1024 * 1024;  ///< of battles at rest; then the same
inline constexpr std::size_t battle_bytes_max = 1024 * 1024 * 1024;      ///< of all; likewise; all in use: nothing made, read or added: server_busy
inline constexpr std::size_t battle_share = 4;                 ///< one battle grows while it takes at most this part of what is free in that sum: server_busy
inline constexpr std::size_t wakes_held_max = 10'000;          ///< battles that wait for their time; of the others it is read when it has come
inline constexpr std::size_t battle_base_bytes = 24 * 1024;    ///< in this sum, for what a battle takes besides its history and its texts
inline constexpr std::size_t battle_setup_times = 3;           ///< likewise: a setup as it came, as it was read, and what became of it
inline constexpr int events_page_max = 1'000;                  ///< events in one answer of the events call; whoever wants more asks again with `next`
inline constexpr std::size_t events_page_bytes = 256 * 1024;   ///< of one answer of the events call; the next begins where it ends
inline constexpr std::size_t record_slice_bytes = 128 * 1024;  ///< of a record in memory for one reader
inline constexpr std::size_t answers_per_seat_max = 64;        ///< messages of a seat whose repetition is recognised; older ones are forgotten
inline constexpr std::size_t talk_per_seat_max = 1000;         ///< of one seat in a battle; more: illegal_choice
inline constexpr std::size_t talk_after_end_max = 100;         ///< of one seat when the battle is over; more: illegal_choice
inline constexpr std::size_t talk_of_spectators_max = 1000;    ///< of all spectators of a battle together, before its end; more: illegal_choice
inline constexpr std::size_t retracts_per_decision_max = 20;   ///< then a sealed choice stands: illegal_choice
inline constexpr std::size_t retracts_per_seat_max = 1'000;    ///< likewise of one seat in a battle: notes do not count to its 64 MiB
inline constexpr std::size_t draw_offers_per_seat_max = 20;    ///< of one seat in a battle; more: illegal_choice
inline constexpr std::size_t hand_overs_per_seat_max = 100;    ///< of one seat in a battle; more: illegal_choice
inline constexpr std::size_t new_ladders_per_seat_max = 200;   ///< of one seat in a battle with shared dice; more: illegal_choice
inline constexpr std::size_t rematch_wants_per_seat_max = 20;  ///< of one seat after a battle; more: illegal_choice
inline constexpr std::int64_t order_changes_per_seat_max = 1000;  ///< of one seat in a battle; more: illegal_choice
inline constexpr std::size_t fanout_slice = 64;                   ///< spectators served before other battles get a turn: a quarter of a millisecond
inline constexpr std::size_t control_bytes_max = 1024;  ///< unsent pings and the like beyond this: the connection is dropped; of pongs only the latest waits
inline constexpr auto transfer_stall_max = 30s;         ///< nothing of a request's body or of an answer moved for so long: the connection is dropped
inline constexpr auto transfer_grace = 10s;             ///< such a transfer has this long, and ...
inline constexpr std::size_t transfer_bytes_per_s_min = 4096;  ///< ... a second more for as many bytes as this that have moved; then likewise
inline constexpr auto write_stall_max = 10s;                   ///< a blocked write this long: the connection is dropped
inline constexpr auto handshake_max = 10s;                     ///< head of an HTTP request, or WebSocket handshake or close
inline constexpr auto idle_max = 40s;                          ///< silence on a WebSocket; pings go out after half of it
inline constexpr auto http_idle_max = 30s;                     ///< between requests of a kept-alive connection
inline constexpr int told_off_per_address_max = 8;             ///< connections that are told why they are refused; more are closed without a word
inline constexpr auto linger_max = 2s;                         ///< after a refusal, for a client that still sends
inline constexpr auto certificate_every = 30s;                 ///< whether its files have changed
inline constexpr std::size_t addresses_max = 65'536;           ///< addresses that are remembered; the oldest is forgotten
inline constexpr std::size_t http_header_bytes_max = 16 * 1024;
inline constexpr std::size_t record_bytes_max = 8 * 1024 * 1024;          ///< a larger record is not checked: too_large
inline constexpr int large_bodies_max = 8;                                ///< bodies over message_bytes_max in memory; more: server_busy
inline constexpr int large_bodies_per_address_max = 2;                    ///< of these, from one address; more: server_busy
inline constexpr std::size_t verify_queue_max = 8;                        ///< records being checked or waiting for it; more: server_busy
inline constexpr auto verify_time_max = 10s;                              ///< work on one record; longer: server_busy
inline constexpr std::size_t ledger_queue_max = 8;                        ///< battles whose ledgers are made or wait for it; more: server_busy
inline constexpr std::size_t ledger_askers_max = 1'000;                   ///< who wait for the ledger of one battle; more: server_busy
inline constexpr auto ledger_time_max = 30s;                              ///< work on one ledger; longer: server_busy
inline constexpr std::size_t ledger_kept_bytes_max = 4 * 1024 * 1024;     ///< ledgers kept for those who ask again; the oldest go
inline constexpr auto poll_wait_max = 60s;                                ///< a long poll that wants to wait longer: bad_message
inline constexpr auto poll_held_max = 55s;                                ///< none is held longer: a proxy gives up after a minute
inline constexpr auto poll_linger = 10s;                                  ///< so long a seat counts as present after its long poll was answered
inline constexpr auto stream_silence_max = 15s;                           ///< then a stream of events shows a sign of life
inline constexpr auto shutdown_max = 500ms;                               ///< then connections that do not close are cut
inline constexpr std::size_t attended_listed_max = 1'000;                 ///< of those that somebody attends, so many are looked for in lists
inline constexpr auto presence_every = 1s;                                ///< presence is conflated: at most one message in this time
inline constexpr int flood_rejections_max = 1000;                         ///< messages refused as rate_limited in a row: close 4009
inline constexpr std::size_t bans_max = 1'000;                            ///< addresses and names that are kept out; more: the operator is refused
inline constexpr auto operator_wait_max = 10s;                            ///< for a request on the control socket to come, and its reply to go
inline constexpr std::size_t operator_line_bytes_max = 64 * 1024 * 1024;  ///< such a request; longer ones are cut off
inline constexpr std::size_t name_characters_max = 40;
inline constexpr std::size_t title_characters_max = 100;
inline constexpr double said_per_s = 2;  ///< chat per address, with a burst; more: rate_limited
inline constexpr double said_burst = 20;
inline constexpr auto odds_exact_max = 1s;                    ///< to get to where a battle stood (longer: too_large) and on exact odds (then simulated)
inline constexpr auto odds_simulate_max = 1s;                 ///< simulated odds; then their error is what it is; without one run: too_large
inline constexpr std::int64_t odds_situations_max = 500'000;  ///< known to one question, those to be looked at too (100 MB); then simulated
inline constexpr std::size_t odds_endings_max =
    20'000;  ///< different ones of one question (1 KiB each, till its answer is a text); then simulated, and no further
inline constexpr std::size_t odds_past_bytes_max = 2 * 1024 * 1024;   ///< inputs of a battle, for odds of a moment of it; more: too_large
inline constexpr std::size_t odds_queue_max = 16;                     ///< questions waiting; more: server_busy
inline constexpr std::size_t odds_askers_max = 10'000;                ///< who wait for the same answer; more: server_busy
inline constexpr std::size_t odds_kept_bytes_max = 4 * 1024 * 1024;   ///< answers kept for those who ask again; the oldest go
inline constexpr std::size_t card_queue_max = 16;                     ///< pictures of battles waiting to be drawn; more: server_busy
inline constexpr std::size_t card_askers_max = 1'000;                 ///< who wait for the same picture; more: server_busy
inline constexpr auto film_time_max = 75ms;                           ///< of work, for going through a battle; then too_large
inline constexpr std::size_t card_kept_bytes_max = 16 * 1024 * 1024;  ///< pictures kept for those who ask again; those not asked for the longest go

inline constexpr std::size_t relayed_battles_max = 1'000;  ///< battles that a relay follows; then one that nobody watches leaves; all watched: server_busy
inline constexpr std::size_t relayed_bytes_max = 256 * 1024 * 1024;  ///< of their histories; 3/4 of it while one is still loading; see RelayedBattle::has_room
inline constexpr std::int64_t relayed_viewers_max = 50'000;          ///< who follow battles at a relay; more: server_busy
inline constexpr std::size_t relayed_waiting_max = 10'000;           ///< of one battle, who wait for its beginning; more: server_busy
inline constexpr double relayed_new_per_s = 20;                      ///< battles that are not followed yet, with a burst; more: server_busy
inline constexpr double relayed_new_burst = 200;
inline constexpr double relayed_new_per_address_per_s = 5;  ///< of these, for one address; more: server_busy
inline constexpr double relayed_new_per_address_burst = 50;
inline constexpr std::size_t relay_message_bytes_max = 17 * 1024 * 1024;  ///< of one from upstream; a longer one: it is cut, and followed anew
inline constexpr auto relay_grace = 30s;                                  ///< a battle that nobody watches any more is still followed so long
inline constexpr auto relay_wait_max = 5s;                                ///< whoever waits for a battle's beginning longer: server_busy
inline constexpr auto relay_first_pause = 250ms;                          ///< before upstream is tried again; each further pause is twice as long
inline constexpr auto relay_pause_max = 5s;
inline constexpr auto relay_connect_max = 5s;                     ///< for connection and TLS; longer: it failed
inline constexpr auto relay_unreachable_told = 60s;               ///< the log says that a server cannot be reached once in so long, whoever asks for it
inline constexpr auto relay_host_kept = 60s;                      ///< what a look-up found serves so long, as long as it connects
inline constexpr auto relay_idle_max = 10s;                       ///< silence of upstream; it is pinged after half of it
inline constexpr auto relay_fresh = 1s;                           ///< what upstream said of a battle's head, and of what is asked often, serves others so long
inline constexpr std::size_t relay_requests_max = 64;             ///< HTTP requests to upstream at once; as many about addresses
inline constexpr std::size_t relay_requests_waiting_max = 1'000;  ///< more: server_busy
inline constexpr auto relay_answer_max = 65s;                     ///< for the head of an answer; a long poll may take a minute
inline constexpr std::size_t relay_answer_bytes_max = 4 * 1024 * 1024;  ///< of an answer in memory; a longer one is passed on in pieces
inline constexpr std::size_t relay_kept_bytes_max = 16 * 1024 * 1024;   ///< of answers that serve others too; then none is kept
inline constexpr auto relay_verdict_max = 2s;              ///< for upstream to say whether an address is let in, with the wait for a place; longer: it is
inline constexpr auto relay_verdict_kept = 60s;            ///< so long it is known that upstream lets an address in, or does not
inline constexpr std::size_t relay_verdicts_max = 20'000;  ///< addresses of which that is known; then all are asked anew
inline constexpr std::size_t nodes_max = 256;              ///< servers of one store that one of them knows; those beyond it are not passed on to
inline constexpr std::size_t node_battles_max = 10'000;    ///< battles of other servers that clients here are at; more: server_busy
inline constexpr std::size_t node_lines_max = 20'000;      ///< connections to other servers for players here; more: server_busy
inline constexpr std::size_t node_unanswered_max = 64;     ///< messages of one player that another server has not answered; more: server_busy
inline constexpr auto node_wait_max = 3s;                  ///< so long they wait for a battle whose server went; longer: server_busy
inline constexpr auto node_first_pause = 20ms;             ///< before it is looked for anew; each further pause is twice as long
inline constexpr auto node_pause_max = 1s;
inline constexpr auto node_answer_max =
    8s;  ///< without a word of what it was asked over HTTP it hangs: server_busy; the dearest question, about odds, takes two seconds
inline constexpr auto node_silence_max = 2s;  ///< of a line on which it answers no ping either: it hangs, and what it has is taken from it soon after
inline constexpr auto node_grace = 2s;        ///< a battle that nobody watches here any more is still followed so long; its players see a spectator meanwhile
inline constexpr auto node_forgotten_after = 5min;               ///< a server to which nothing went for so long; what it needs is made anew
inline constexpr std::size_t node_polls_max = 2'000;             ///< long polls and streams of events to one server at once; more: server_busy
inline constexpr std::size_t node_open_requests_max = 64;        ///< decisions of one seat that are open there, of which it is known what was told
inline constexpr std::size_t node_unread_bytes_max = 64 * 1024;  ///< that a player has not taken yet; then nothing is read from the other server
inline constexpr auto node_pass_max = 30s;                       ///< a pass is good for so long before and after the time it was made for
inline constexpr std::size_t relays_in_a_row_max = 8;            ///< more: refused, and so is a circle of them

inline constexpr std::size_t together_rooms_max = 500;             ///< in which battles are looked back at; more: server_busy
inline constexpr std::size_t together_rooms_per_address_max = 20;  ///< of these, opened from one address; more: server_busy
inline constexpr std::size_t together_members_max = 50;            ///< who are in one room; more: server_busy. As many that are away may come back
inline constexpr std::size_t together_lines_max = 50;              ///< said in a room that are kept for who comes later; the oldest go
inline constexpr std::size_t together_where_bytes_max = 8192;      ///< of what is shown; more: bad_message
inline constexpr double together_moves_per_s = 10;                 ///< of one member, what it shows and where it points, with a burst; more: rate_limited
inline constexpr double together_moves_burst = 30;
inline constexpr double together_leads_per_s = 20;  ///< in one room, whoever leads, with a burst: all of it goes to everybody there; more: rate_limited
inline constexpr double together_leads_burst = 100;
inline constexpr double together_comings_per_s = 10;  ///< into one room, with a burst: everybody in it is told of each; more: rate_limited
inline constexpr double together_comings_burst = 150;
inline constexpr auto together_empty_max = 10min;              ///< a room in which nobody is: then it ends
inline constexpr auto together_lasts_max = 12h;                ///< and after so long in any case
inline constexpr std::size_t together_lines_open_max = 2'000;  ///< at a relay, or for rooms at other servers of a store: members here; more: server_busy
inline constexpr std::size_t together_unsaid_max = 16;         ///< of one of these, messages that wait for its line; more: server_busy

inline constexpr auto share_wait = 50ms;  ///< a seat's share of the dice waits so long for that of the other seat, if that is there: one commit, not two

inline constexpr std::size_t witnessed_max = 100'000;      ///< battles elsewhere that this server is the witness of; more: server_busy, but for ...
inline constexpr auto witnessed_idle = 90 * 24h;           ///< ... those that have not asked for so long, which make room, ...
inline constexpr auto witnessed_unused = 24h;              ///< ... and for so long, if they never asked for a share
inline constexpr std::size_t witness_waiting_max = 1'000;  ///< questions to one witness that wait, and as many of battles to begin; more: server_busy
inline constexpr std::size_t witness_requests_max = 16;    ///< requests to one witness at once; the others wait
inline constexpr auto witness_first_pause = 1s;            ///< before a witness that has not answered is asked again; each further pause is twice as long
inline constexpr auto witness_pause_max = 60s;
inline constexpr auto witness_refused_pause = 1h;  ///< before a witness that has said no is asked again
inline constexpr auto witness_keys_kept = 60s;     ///< so long a witness's key, or that it gave none, is told again without asking it

inline constexpr std::size_t nudges_per_seat_max = 5;             ///< subscriptions of a seat, and of a whole battle; more: server_busy
inline constexpr auto nudge_absent_after = 30s;                   ///< a decision waits this long before somebody who is away is told
inline constexpr auto nudge_present_after = 5min;                 ///< and this long for somebody whose page is open
inline constexpr auto nudge_gather = 5min;                        ///< between two messages to one place; what comes meanwhile is gathered
inline constexpr std::size_t nudge_bytes_max = 16 * 1024 * 1024;  ///< of all places with something to tell, and their turns; more is not told (and counted)
inline constexpr std::size_t nudge_turns_max = 50;                ///< waiting for one place; further ones are dropped (and counted)
inline constexpr std::size_t nudge_listed_max = 20;               ///< turns in one message; further ones are only a number in it
inline constexpr std::size_t nudge_requests_max = 16;             ///< requests at once; the others wait
inline constexpr std::size_t nudge_requests_per_host_max = 4;     ///< of these, to one host
inline constexpr int nudge_attempts_max = 6;                      ///< then a message is given up (after some 80 minutes)
inline constexpr auto nudge_first_pause = 15s;                    ///< before the second attempt; each further pause is four times as long
inline constexpr auto nudge_pause_max = 1h;                       ///< that a receiver's Retry-After can ask for
inline constexpr auto nudge_request_max = 10s;                    ///< look-up, connection, TLS and answer together; longer: it failed
inline constexpr std::size_t nudge_posts_max = 500;  ///< messages in Discord that are edited when their decisions are made; the oldest stay as they are
inline constexpr auto nudge_edit_after = 3s;         ///< of the first such decision: what comes meanwhile is one edit
inline constexpr std::size_t nudge_post_bytes_max = 64 * 1024;    ///< of Discord's answer, which has the message's id; more: it failed
inline constexpr std::size_t nudge_answer_bytes_max = 16 * 1024;  ///< of an answer's headers; more: it failed

}  // namespace muster::server::limits
