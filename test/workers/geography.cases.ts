/** Facts of where clients are: zones, a set of places, and who is answered what with them and without. */

export const ZONE = `
zone: example.com
ttl: 60
records:
  plain: { A: 192.0.2.1 }
  geo:
    A:
      geolocation:
        - { id: berlin, country: DE, subdivision: BE, values: [192.0.2.10] }
        - { id: germany, country: DE, values: [192.0.2.11] }
        - { id: europe, continent: EU, values: [192.0.2.12] }
        - { id: others, default: true, values: [192.0.2.19] }
  states:
    A: { geolocation: [{ id: ca, country: US, subdivision: CA, values: [192.0.2.20] }] }
  states-and-others:
    A:
      geolocation:
        - { id: ca, country: US, subdivision: CA, values: [192.0.2.20] }
        - { id: others, default: true, values: [192.0.2.29] }
  near:
    A:
      geoproximity:
        - { id: frankfurt, region: { latitude: 50.1, longitude: 8.7 }, values: [192.0.2.30] }
        - { id: sydney, region: { latitude: -33.9, longitude: 151.2 }, values: [192.0.2.31] }
  net:
    A:
      ipBased:
        - { id: office, networks: [203.0.113.0/24], values: [192.0.2.40] }
        - { id: others, default: true, values: [192.0.2.49] }
  sticky:
    A:
      affinity: client
      weighted: [{ id: a, weight: 1, values: [192.0.2.50] }, { id: b, weight: 1, values: [192.0.2.51] }]
`;

export const PLACES = `block,continent,country,subdivision,latitude,longitude
203.0.112.0/20,EU,DE,,50.1,8.7
203.0.113.0/24,EU,DE,BE,52.5,13.4
198.51.100.0/24,OC,AU,NSW,-33.9,151.2
2001:db8::/32,NA,US,CA,37.4,-122.1
`;

export const BERLIN = { continent: "EU", country: "DE", regionCode: "BE", latitude: "52.52", longitude: "13.40" };
export const SYDNEY = { continent: "OC", country: "AU", regionCode: "NSW", latitude: "-33.87", longitude: "151.21" };

export interface Asked {
  readonly cf?: object;
  readonly ecs?: string;
  readonly address?: string;
}

export interface Row extends Asked {
  readonly name: string;
  readonly asked: string;
  readonly answer: string;
  readonly scope?: number | null;
  readonly caching?: string;
}

/** `places.csv` is not there. */
export const ROWS_WITHOUT_PLACES: readonly Row[] = [
  { name: "the smallest place wins", asked: "geo", cf: BERLIN, answer: "192.0.2.10" },
  { name: "the country", asked: "geo", cf: { ...BERLIN, regionCode: "HH" }, answer: "192.0.2.11" },
  { name: "the continent", asked: "geo", cf: { continent: "EU", country: "FR" }, answer: "192.0.2.12" },
  { name: "no such place", asked: "geo", cf: SYDNEY, answer: "192.0.2.19" },
  { name: "T57: nothing is known", asked: "geo", answer: "192.0.2.19" },
  { name: "the Tor network is nowhere", asked: "geo", cf: { country: "T1" }, answer: "192.0.2.19" },
  { name: "T58: no state, with a default", asked: "states-and-others", cf: { country: "US" }, answer: "192.0.2.29" },
  { name: "T58: no state, without one", asked: "states", cf: { country: "US" }, answer: "NOERROR" },
  { name: "T56: another country", asked: "states", cf: { country: "JP" }, answer: "NOERROR" },
  { name: "the nearest site", asked: "near", cf: SYDNEY, answer: "192.0.2.31" },
  {
    name: "the connection stands in for ECS, with scope 0",
    asked: "geo",
    cf: BERLIN,
    ecs: "198.51.100.0/24",
    answer: "192.0.2.10",
    scope: 0,
  },
  { name: "T66: ECS decides ipBased", asked: "net", ecs: "203.0.113.0/24", answer: "192.0.2.40", scope: 24 },
  { name: "so does the connection", asked: "net", address: "203.0.113.7", answer: "192.0.2.40" },
  {
    name: "outside all blocks, as far as that is sure",
    asked: "net",
    ecs: "198.51.100.0/24",
    answer: "192.0.2.49",
    scope: 5,
  },
  {
    name: "ECS /0 is nobody",
    asked: "net",
    ecs: "0.0.0.0/0",
    address: "203.0.113.7",
    answer: "192.0.2.49",
    scope: 0,
  },
  { name: "ECS /0 is nowhere", asked: "geo", ecs: "0.0.0.0/0", cf: BERLIN, answer: "192.0.2.19", scope: 0 },
  {
    name: "a private ECS leaves it to the connection",
    asked: "net",
    ecs: "10.1.2.0/24",
    address: "203.0.113.7",
    answer: "192.0.2.40",
    scope: 0,
  },
  {
    name: "so does one of IPv6",
    asked: "net",
    ecs: "fd00::/16",
    address: "203.0.113.7",
    answer: "192.0.2.40",
    scope: 0,
  },
  {
    name: "an IPv4-mapped ECS is the IPv4 network in it, and the scope is in its own bits",
    asked: "net",
    ecs: "::ffff:203.0.113.0/120",
    answer: "192.0.2.40",
    scope: 120,
  },
  {
    name: "even where the connection is of the other family",
    asked: "net",
    ecs: "10.1.2.0/24",
    address: "2001:db8::1",
    answer: "192.0.2.49",
    scope: 0,
  },
  {
    name: "who does not look at the client says so",
    asked: "plain",
    ecs: "203.0.113.0/24",
    cf: BERLIN,
    answer: "192.0.2.1",
    scope: 0,
    caching: "max-age=60",
  },
];

/** `places.csv` is as above. */
export const ROWS_WITH_PLACES: readonly Row[] = [
  {
    name: "T66: ECS decides over the connection",
    asked: "geo",
    cf: SYDNEY,
    ecs: "203.0.113.0/24",
    answer: "192.0.2.10",
    scope: 24,
  },
  {
    name: "a larger block, and how far it holds",
    asked: "geo",
    cf: SYDNEY,
    ecs: "203.0.112.0/24",
    answer: "192.0.2.11",
    scope: 24,
  },
  { name: "far from the smaller one", asked: "geo", ecs: "203.0.120.0/24", answer: "192.0.2.11", scope: 21 },
  {
    name: "a prefix with a smaller block in it",
    asked: "geo",
    ecs: "203.0.112.0/20",
    answer: "192.0.2.11",
    scope: 24,
  },
  {
    name: "T57: outside all blocks, whatever the connection",
    asked: "geo",
    cf: BERLIN,
    ecs: "192.0.2.0/24",
    answer: "192.0.2.19",
    scope: 6,
  },
  { name: "IPv4-mapped", asked: "geo", ecs: "::ffff:203.0.113.0/120", answer: "192.0.2.10", scope: 120 },
  { name: "IPv6", asked: "states", ecs: "2001:db8:1:200::/56", answer: "192.0.2.20", scope: 32 },
  {
    name: "the nearest site of the place",
    asked: "near",
    cf: BERLIN,
    ecs: "198.51.100.0/24",
    answer: "192.0.2.31",
    scope: 24,
  },
  { name: "without ECS the connection decides", asked: "geo", cf: BERLIN, answer: "192.0.2.10" },
  {
    name: "a private ECS leaves it to the connection",
    asked: "geo",
    cf: BERLIN,
    ecs: "192.168.7.0/24",
    answer: "192.0.2.10",
    scope: 0,
  },
  { name: "ECS /0 is nowhere", asked: "geo", cf: BERLIN, ecs: "0.0.0.0/0", answer: "192.0.2.19", scope: 0 },
];
