/** The name of Node 26's long-term line: from 26.11 on its releases carry it themselves. */
const RELEASE_LINE = "Lithium";
const MAJOR = 26;

// oidc-provider looks for the name alone, and 26.10.0, the newest that every platform's package has, came before it: a
// warning at each start would say that this runtime is unsupported. Imported first wherever the library is.
if (Number.parseInt(process.versions.node, 10) === MAJOR) process.release.lts ??= RELEASE_LINE;
