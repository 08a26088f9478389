import { minify as minifyBySwc, type JsMinifyOptions } from "@swc/core";
import { minify as minifyByTerser, type MinifyOptions } from "terser";

const FORMAT = { ecma: 2020, comments: false } as const;

/** Options for all scripts but React. `pure_getters`: no getter here or in a library has side effects. */
const SWC: JsMinifyOptions = {
  // without a number of passes it goes on until nothing changes
  compress: { ecma: 2020, pure_getters: true, passes: 0 },
  mangle: true,
  format: FORMAT,
};

/** Minifies a script of the page: an ES module, or one for a `script` element alone. */
export async function minify(code: string, kind: "module" | "classic" = "module"): Promise<string> {
  return (await minifyBySwc(code, { ...SWC, module: kind === "module" })).code;
}

/**
 * Properties of React's own objects (fibres, roots, queues, effects), which nothing but React's scripts names: neither
 * a document has them nor an element, a context or a promise. Short names make every first load 0.9 KB less. React's
 * developer tools cannot look into a built page, for which there is the development server.
 */
export const OF_REACT_ALONE =
  `alternate attachedListener baseLanes baseQueue baseState blockedOn cachePool callbackNode callbackPriority
cancelPendingCommit childLanes containerInfo dehydrated deletions eagerState elementType entangledLanes entanglements
errorRecoveryDisabledLanes _eventListeners expirationTimes expiredLanes firstBaseUpdate firstContext _fragmentFiber
getSnapshot hasEagerState hiddenCallbacks hiddenUpdates hoistableScripts hoistableStyles hydrationErrors imgBytes
imgCount _internalRoot isDehydrated lanes lastBaseUpdate lastEffect lastRenderedReducer lastRenderedState memoCache
memoizedProps memoizedState _observers optionsOrUseCapture paired pendingContext pendingLanes pendingProps pingCache
pingedLanes pooledCache pooledCacheLanes refCleanup refCount renderingStartTime _retryCache retryLane retryQueue
revertLane _scope _selector shared shellSuspendCounter sibling sortIndex stateNode stores stylesheets subtreeFlags
suspendedLanes suspenseyImages tailMode timeoutHandle treeContext treeForkCount unsuspend updateQueue _valueTracker
_visibility waitingForImages warmLanes`.split(/\s+/);

/**
 * Options for React: its long functions compress better with functions hoisted, none inlined, and plain statements. Ours
 * do not. Terser takes ten times as long for it as SWC, and leaves 0.5 KB less (docs/decisions/075).
 */
const TERSER: MinifyOptions = {
  module: true,
  compress: {
    // a third finds nothing
    passes: 2,
    ecma: 2020,
    pure_getters: true,
    hoist_funs: true,
    inline: false,
    reduce_funcs: false,
    lhs_constants: false,
    sequences: false,
    // a method cannot be called with `new`; no function in an object of React's is
    unsafe_methods: true,
  },
  // `alternate` is a name of browsers as well, of nothing that React touches
  mangle: {
    properties: { builtins: true, regex: new RegExp(`^(?:${OF_REACT_ALONE.join("|")})$`) },
  },
  format: FORMAT,
};

/** Minifies React's scripts, with short names for its own properties. */
export async function minifyReact(code: string): Promise<string> {
  return (await minifyByTerser(code, TERSER)).code ?? code;
}
