/** Who is meant by an explanation: whose network counts, and where it is, with who says so. */

import { networkToText } from "../dns/address-text.ts";
import type { ClientSubnet } from "../dns/edns.ts";
import type { Client, Place } from "../steering/candidate.ts";
import type { Resolver } from "../store/resolver.ts";
import type { Need } from "../zone/model.ts";
import { networkIsFrom } from "./client.ts";

export interface ExplainedClient {
  readonly kind: "client";
  readonly from: "subnet" | "connection" | "nothing";
  readonly subnet: string | null;
  /** Null: nowhere, and nobody says so. */
  readonly place: ExplainedPlace | null;
}

/** All is null where the set of places does not have the network. */
export interface ExplainedPlace extends Pick<Place, "continent" | "country" | "subdivision" | "position"> {
  readonly from: "places.csv" | "connection";
}

/** Tells of a query's client, by the Client Subnet that it carries (null: nothing is known of it); or what that takes. */
export function explainClient(
  sent: ClientSubnet | null,
  client: Client,
  places: Pick<Resolver, "place">,
): ExplainedClient | Need {
  const { place, subnet } = client;
  if (place !== null && "kind" in place) return place;
  const from = sent === null ? "nothing" : networkIsFrom(sent);
  const isListed = from === "subnet" && subnet !== null && places.place(subnet) !== null;
  return {
    kind: "client",
    from,
    subnet: subnet && networkToText(subnet.address, subnet.prefixLength),
    place: place && placeOf(place, isListed ? "places.csv" : "connection"),
  };
}

function placeOf({ continent, country, subdivision, position }: Place, from: ExplainedPlace["from"]): ExplainedPlace {
  return { continent, country, subdivision, position, from };
}
