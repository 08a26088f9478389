/** What the operator asked for cannot be; the message says why. */
export class AgreementRefused extends Error {}
