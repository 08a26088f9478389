/** The product's own logo. */
export const LOGO = `${import.meta.env.BASE_URL}brand/logo.svg`;
