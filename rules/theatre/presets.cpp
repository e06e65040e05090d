#include "rules/theatre/presets.hpp"

namespace muster::rules::theatre {

namespace {

constexpr std::array<Preset, 2> all{{
    {"two_dales", "Two Dales", "Two dales, a brook between them and a harbour that both want, in six turns.",
     R"({"turns":6,
"areas":[
  {"area":"highdale","limit":3,"city_site":true},
  {"area":"upford","limit":2},
  {"area":"millbrook","limit":4,"flood_plain":"brook"},
  {"area":"downford","limit":2},
  {"area":"lowdale","limit":3,"city_site":true},
  {"area":"harbour","limit":2,"city_site":true}],
"land":[["highdale","upford"],["highdale","millbrook"],["upford","millbrook"],["millbrook","downford"],["millbrook","lowdale"],["downford","lowdale"],["upford","harbour"],["downford","harbour"]],
"water":[["upford","harbour"],["harbour","downford"]],
"nations":[
  {"seat":"north","name":"Highdale","advances":["metalworking"],"population":{"highdale":3},"armies":{"highdale":1},"treasury":2},
  {"seat":"south","name":"Lowdale","advances":["military"],"population":{"lowdale":3},"armies":{"lowdale":1},"treasury":2}],
"house_rules":{"sealed_movement":true}})"},
    {"inner_sea", "The Inner Sea", "Four nations around a sea, with islands, rivers, a volcano and calamities, in twelve turns.",
     R"({"turns":12,
"areas":[
  {"area":"asterholm","limit":3,"city_site":true},
  {"area":"brinewatch","limit":2},
  {"area":"caldmouth","limit":4,"city_site":true,"flood_plain":"sweetwater"},
  {"area":"dunmere","limit":2},
  {"area":"eastreach","limit":3,"city_site":true},
  {"area":"fallowbay","limit":2},
  {"area":"garnet","limit":3,"city_site":true},
  {"area":"hollin","limit":2,"city_site":true},
  {"area":"ironstrand","limit":3},
  {"area":"jorvale","limit":4,"city_site":true,"flood_plain":"longriver"},
  {"area":"kestrel","limit":2},
  {"area":"lowmarsh","limit":3},
  {"area":"mirren","limit":2,"city_site":true,"volcano":"old_smoke"},
  {"area":"nessa","limit":2,"city_site":true},
  {"area":"oakfell","limit":2},
  {"area":"pinedale","limit":3,"city_site":true},
  {"area":"quarry","limit":3,"city_site":true,"flood_plain":"sweetwater"},
  {"area":"redsteppe","limit":1},
  {"area":"saltflats","limit":1},
  {"area":"tarn","limit":2},
  {"area":"umber","limit":3,"city_site":true,"flood_plain":"longriver"},
  {"area":"verge","limit":2,"city_site":true},
  {"area":"west_deep","open_sea":true},
  {"area":"east_deep","open_sea":true}],
"land":[["asterholm","brinewatch"],["brinewatch","caldmouth"],["caldmouth","dunmere"],["dunmere","eastreach"],["eastreach","fallowbay"],["fallowbay","garnet"],["hollin","ironstrand"],["ironstrand","jorvale"],["jorvale","kestrel"],["kestrel","lowmarsh"],["oakfell","asterholm"],["oakfell","brinewatch"],["oakfell","pinedale"],["pinedale","brinewatch"],["pinedale","caldmouth"],["quarry","caldmouth"],["quarry","dunmere"],["quarry","pinedale"],["redsteppe","dunmere"],["redsteppe","eastreach"],["redsteppe","quarry"],["saltflats","eastreach"],["saltflats","fallowbay"],["saltflats","redsteppe"],["tarn","fallowbay"],["tarn","garnet"],["tarn","saltflats"],["umber","hollin"],["umber","ironstrand"],["umber","jorvale"],["verge","jorvale"],["verge","kestrel"],["verge","lowmarsh"],["verge","umber"]],
"water":[["asterholm","brinewatch"],["brinewatch","caldmouth"],["caldmouth","dunmere"],["dunmere","eastreach"],["eastreach","fallowbay"],["fallowbay","garnet"],["garnet","hollin"],["hollin","ironstrand"],["ironstrand","jorvale"],["jorvale","kestrel"],["kestrel","lowmarsh"],["lowmarsh","asterholm"],["west_deep","asterholm"],["west_deep","hollin"],["west_deep","ironstrand"],["west_deep","jorvale"],["west_deep","kestrel"],["west_deep","lowmarsh"],["west_deep","mirren"],["east_deep","brinewatch"],["east_deep","caldmouth"],["east_deep","dunmere"],["east_deep","eastreach"],["east_deep","fallowbay"],["east_deep","garnet"],["east_deep","nessa"],["west_deep","east_deep"],["mirren","nessa"],["mirren","kestrel"],["nessa","dunmere"]],
"nations":[
  {"seat":"north","name":"Asterholm","advances":["military"],"population":{"asterholm":3,"oakfell":2},"armies":{"asterholm":1},"treasury":2},
  {"seat":"east","name":"Eastreach","advances":["metalworking"],"population":{"eastreach":3,"dunmere":2},"armies":{"eastreach":1},"treasury":2},
  {"seat":"south","name":"Garnet","advances":["cloth_making"],"population":{"garnet":3,"fallowbay":2},"armies":{"garnet":1},"treasury":2},
  {"seat":"west","name":"Jorvale","advances":["engineering"],"population":{"jorvale":3,"kestrel":2},"armies":{"jorvale":1},"treasury":2}],
"calamities":{"dice":true}})"},
}};

}  // namespace

std::span<const Preset> presets() { return all; }

}  // namespace muster::rules::theatre
