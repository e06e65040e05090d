// The processor time of a process, in whole ticks: over many requests that is near enough.
import { readFileSync } from 'node:fs';

const tick_us = 10_000; // of /proc/PID/stat

export function cpu_us({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick_us;
}
