import type { Device } from "#contract";
import { createStore } from "zustand/vanilla";

/** An update that is there for the person to take. */
export interface Offer {
  device: Device;
  version: string;
  notes: string;
  /** The address of a client's installer; the page needs none. */
  url: string;
  /** It is not left to the person: what runs here is no longer supported. */
  needed: boolean;
}

export const offers = createStore<{ offer: Offer | null }>(() => ({ offer: null }));

const putOff = new Set<string>();
const keyOf = ({ device, version, needed }: Offer) => `${device} ${version} ${needed}`;

/** Offers it, unless the person has put just this off. What is needed stands above what is only new. */
export function makeOffer(offer: Offer): void {
  const { offer: present } = offers.getState();
  if (putOff.has(keyOf(offer)) || (present?.needed === true && !offer.needed)) return;
  // known already, and perhaps with more words
  if (present !== null && keyOf(present) === keyOf(offer)) return;
  offers.setState({ offer });
}

/** Takes back what is no longer so: the operator withdrew it. */
export function withdrawOffer(device: Device): void {
  if (offers.getState().offer?.device === device) offers.setState({ offer: null });
}

/** Until the page begins again. */
export function putOfferOff(): void {
  const { offer } = offers.getState();
  if (offer !== null) putOff.add(keyOf(offer));
  offers.setState({ offer: null });
}
