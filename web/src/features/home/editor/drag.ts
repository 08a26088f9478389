import {
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type CollisionDetection,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { ALL_PANE, isFromAll, MINE_PANE } from "./announcements.ts";

/** The distance in px after which a mouse drags: below it a click stays a click. */
const MOUSE_DISTANCE_PX = 6;
/** The time in ms that a finger rests before it drags: before it a swipe still scrolls. */
const TOUCH_DELAY_MS = 200;
const TOUCH_TOLERANCE_PX = 8;

export function useDragSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_DISTANCE_PX } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: TOUCH_TOLERANCE_PX },
    }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}

/**
 * Finds the target under the pointer: an app of mine, else the pane. An app of mine that is over a gap between others
 * is at the nearest one: at the pane it would go to the end. By keyboard, the nearest app of mine.
 */
export const whatIsUnder: CollisionDetection = (given) => {
  const isApp = ({ id }: { id: UniqueIdentifier }) => id !== ALL_PANE && id !== MINE_PANE;
  const nearest = () =>
    closestCenter({ ...given, droppableContainers: given.droppableContainers.filter(isApp) });
  if (given.pointerCoordinates === null) return nearest();
  const within = pointerWithin(given);
  const exact = within.filter(isApp);
  if (exact.length > 0) return exact;
  return within.some(({ id }) => id === MINE_PANE) && !isFromAll(given.active.id)
    ? nearest()
    : within;
};
