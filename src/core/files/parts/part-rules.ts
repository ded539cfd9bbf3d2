const MB = 1024 * 1024
const GB = 1024 * MB

/** Limits of files that are uploaded in parts. */
export const partLimits = {
  /** Small enough for a line of 40 kB/s within the time limit of a request. */
  partBytes: 4 * MB,
  /** Of parts that go straight to the store; S3 takes no part below 5 MB, except the last. */
  directPartBytes: 8 * MB,
  mostBytes: 2 * GB - 1,
  /** Of one person, all unfinished uploads together. */
  mostOpen: 30,
  mostOpenBytes: 20 * GB,
  /** An upload that nobody continued for so long is removed with its parts. */
  idleDays: 3,
} as const

export const uploadStates = {
  open: '未传完',
  checking: '校验中',
  ready: '已收到',
  refused: '未通过',
} as const
export type UploadState = keyof typeof uploadStates

/** Why a complete upload did not become a file, in words for its owner. */
export const uploadRefusals = {
  infected: '检测到病毒或恶意代码，文件已删除',
  program: '文件是可执行程序，文件已删除',
  misnamed: '文件内容与扩展名不符，文件已删除，请换成正确的文件或改正扩展名后重新上传',
  unscannable: '文件超过病毒扫描的大小限制，请拆分后重新上传',
  damaged: '文件内容校验未通过，请重新上传',
} as const
export type UploadRefusal = keyof typeof uploadRefusals

export function uploadStateOf(upload: {
  finishedAt: Date | null
  refusedAs: string | null
  fileId: number | null
}): UploadState {
  if (upload.fileId !== null) return 'ready'
  if (upload.refusedAs !== null) return 'refused'
  return upload.finishedAt === null ? 'open' : 'checking'
}

export function partCountOf({ size, partBytes }: { size: number; partBytes: number }): number {
  return Math.ceil(size / partBytes)
}

/** Every part has the same size, except the last one. */
export function sizeOfPart(upload: { size: number; partBytes: number }, part: number): number {
  return Math.min(upload.partBytes, upload.size - (part - 1) * upload.partBytes)
}

/** What browser and server hash to compare the whole file: the SHA-256 of all parts, in order. */
export function checksumText(partHashes: readonly string[]): string {
  return partHashes.join('\n')
}

const PROGRAM_ENDINGS = /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs|vbe|wsf|hta|lnk|jar|apk|dmg|pkg|deb|rpm)$/i
const PROGRAM_TYPES: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-ms-shortcut',
  'application/x-msi',
  'application/vnd.android.package-archive',
  'application/x-deb',
  'application/x-rpm',
  'application/x-apple-diskimage',
])

/** Data may have any type of instrument software, except programs. Archives are stored as they are and never opened. */
export function isProgram(name: string, mime = ''): boolean {
  return PROGRAM_ENDINGS.test(name.trim().replace(/[.\s]+$/, '')) || PROGRAM_TYPES.has(mime)
}
