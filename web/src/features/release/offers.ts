import type { Device } from "#contract";
import { createStore } from "zustand/vanilla";

/** An update that can be installed. */
export interface Offer {
  device: Device;
  version: string;
  notes: string;
  /** The address of a client's installer; the page needs none. */
  url: string;
  /** True when the running version is no longer supported. */
  needed: boolean;
}

export const offers = createStore<{ offer: Offer | null }>(() => ({ offer: null }));

const putOff = new Set<string>();
const keyOf = ({ device, version, needed }: Offer) => `${device} ${version} ${needed}`;

/** Shows an offer, unless the person has put this very one off. A needed update comes before an optional one. */
export function makeOffer(offer: Offer): void {
  const { offer: present } = offers.getState();
  if (putOff.has(keyOf(offer)) || (present?.needed === true && !offer.needed)) return;
  // known already, and perhaps with more words
  if (present !== null && keyOf(present) === keyOf(offer)) return;
  offers.setState({ offer });
}

/** Withdraws a device's offer, as when the operator has withdrawn the release. */
export function withdrawOffer(device: Device): void {
  if (offers.getState().offer?.device === device) offers.setState({ offer: null });
}

/** Puts the current offer off until the page is reloaded. */
export function putOfferOff(): void {
  const { offer } = offers.getState();
  if (offer !== null) putOff.add(keyOf(offer));
  offers.setState({ offer: null });
}
