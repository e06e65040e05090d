// Web Push: this browser is told that it is somebody's turn though no page is open.
import type { NudgeTarget } from 'muster-client';
import { language } from './i18n.svelte';
import { fromAnywhere, muster } from './server';

/** Only in a secure context, and not in every browser. A page from anywhere has no service worker: its notifications would be told apart by no server. */
export const pushPossible = !fromAnywhere && 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** On iPhones and iPads only pages on the home screen have it; their browsers alone say whether this is one. */
export const pushWhenInstalled = !fromAnywhere && 'standalone' in navigator && navigator.standalone === false;

/** This browser's subscription, made if need be; the permission for notifications must be there. Null: its push service takes none. */
export async function pushTarget(): Promise<NudgeTarget | null> {
  const { push_key: key } = await muster.nudges();
  try {
    return await subscribed(key);
  } catch (error) {
    if (error instanceof DOMException) return null; // browsers without a push service refuse only when they are asked
    throw error;
  }
}

async function subscribed(key: string): Promise<NudgeTarget> {
  const registration = await navigator.serviceWorker.register(`/sw.js?lang=${language()}`);
  await navigator.serviceWorker.ready;
  const kept = await registration.pushManager.getSubscription();
  if (kept && !madeFor(kept, key)) await kept.unsubscribe(); // another server was here before
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return { kind: 'push', subscription: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } } };
}

function madeFor(subscription: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text === key;
}
