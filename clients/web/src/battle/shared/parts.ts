// What a room has more where both players add to the dice; loaded with it, and with no other.
export { default as Sharing } from './Sharing.svelte';
export { default as Waits } from './Waits.svelte';
