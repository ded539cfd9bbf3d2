import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  resize: (megabytes: number) => void
  remove: () => void
}

/** A file system of a few megabytes, or undefined when this user may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-disk-'))
  const mount = (...args: string[]) => spawnSync('mount', [...args, folder]).status === 0
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs')) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  chmodSync(folder, 0o755)
  return {
    folder,
    resize: (size) => {
      if (!mount('-o', `remount,size=${size}m`)) throw new Error('the disk could not be resized')
    },
    remove: () => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
