/** Ends this browser's subscription to web push, if it has one (IN-05); the server forgets it with the session. */
export async function endPushHere(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
