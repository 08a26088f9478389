import {
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type CollisionDetection,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { ALL_PANE, MINE_PANE } from "./announcements.ts";

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

/** Finds the target under the pointer: an app of mine (the nearest, within that pane), else the pane. By keyboard, the nearest app of mine. */
export const whatIsUnder: CollisionDetection = (given) => {
  const mine = given.droppableContainers.filter(({ id }) => id !== ALL_PANE && id !== MINE_PANE);
  const amongMine = () => closestCenter({ ...given, droppableContainers: mine });
  if (given.pointerCoordinates === null) return amongMine();
  const within = pointerWithin(given);
  const exact = within.filter(({ id }) => id !== ALL_PANE && id !== MINE_PANE);
  if (exact.length > 0) return exact;
  return within.filter(({ id }) => id === MINE_PANE || id === ALL_PANE);
};
