import { OperatorRefused } from "../platform/operator-refused.ts";

/** What the operator asked for cannot be; the message says why. */
export class AgreementRefused extends OperatorRefused {}
