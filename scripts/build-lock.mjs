// Lets one process at a time build the pages: start and test scripts that build in one folder at once delete each other's files.
// Plain JavaScript without dependencies, because it runs before they are installed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from './temporary/process-alive.mjs'

/** No build takes this long; the pid in an older lock belongs to another process by now. */
const OLD_MS = 15 * 60_000
const LOOK_AGAIN_MS = 100

/**
 * Does the work while no other process holds this lock. The lock of a process that has ended is taken over.
 * @template T
 * @param {string} path the lock file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  while (!taken(path)) {
    if (isHeld(path)) await pause(LOOK_AGAIN_MS)
    else removeLeft(path)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** A link appears together with its content, so nobody reads a lock without its owner. */
function taken(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function isHeld(path) {
  try {
    return Date.now() - statSync(path).mtimeMs < OLD_MS && isAlive(Number(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

/** Another process may have replaced the lock since it was read; then it is put back. */
function removeLeft(path) {
  const left = `${path}.${process.pid}.left`
  try {
    renameSync(path, left)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return
  }
  if (isHeld(left)) renameSync(left, path)
  else rmSync(left, { force: true })
}
