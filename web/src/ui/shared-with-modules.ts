/**
 * The page's own React and those of its parts that every page has already loaded, for modules: the build gives this file
 * an address of its own and keeps its names, and modules/build takes from it what a module imports of them.
 */
export {
  Activity,
  Children,
  Component,
  Fragment,
  Profiler,
  PureComponent,
  StrictMode,
  Suspense,
  cache,
  cloneElement,
  createContext,
  createElement,
  createRef,
  forwardRef,
  isValidElement,
  lazy,
  memo,
  startTransition,
  use,
  useActionState,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
  version,
} from "react";
export { createPortal, flushSync, unstable_batchedUpdates } from "react-dom";
export { createRoot, hydrateRoot } from "react-dom/client";
export { jsx, jsxs } from "react/jsx-runtime";
export { Avatar } from "./avatar.tsx";
export { Button } from "./button.tsx";
export { Checkbox } from "./checkbox.tsx";
export { EmptyState } from "./empty-state.tsx";
export { Icon } from "./icon.tsx";
export { Skeleton } from "./skeleton.tsx";
export { TextField } from "./text-field.tsx";
export { useAct } from "./use-act.ts";
