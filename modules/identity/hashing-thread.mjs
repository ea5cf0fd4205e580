// A thread that hashes and verifies passwords one at a time, at low priority (modules/identity/hashing.ts).
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

const NICE = 19

try {
  // On Linux each thread has a priority; on other systems this thread keeps its priority.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE)
} catch {}

parentPort.on('message', ({ password, stored, options }) => {
  try {
    parentPort.postMessage({ result: stored === undefined ? hashSync(password, options) : verifySync(stored, password) })
  } catch (error) {
    parentPort.postMessage({ problem: String(error) })
  }
})
