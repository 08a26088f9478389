import type { TerserOptions } from "vite";

const COMPRESS = { passes: 3, ecma: 2020, pure_getters: true } as const;

/** Options for our own code. `pure_getters`: no getter here or in a library has side effects. */
export const TERSER: TerserOptions = {
  compress: COMPRESS,
  format: { ecma: 2020, comments: false },
};

/** Options for parts that a page loads on demand: the third pass takes as long as the first two, for 0.7 % of bytes. */
export const TERSER_LATE: TerserOptions = { ...TERSER, compress: { ...COMPRESS, passes: 2 } };

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

/** Options for React: its long functions compress better with functions hoisted, none inlined, and plain statements. Ours do not. */
export const TERSER_REACT: TerserOptions = {
  ...TERSER,
  compress: {
    ...COMPRESS,
    // a third finds nothing
    passes: 2,
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
};
