/** The list of toasts, outside React, so that the transport and other plain code can add one too. */
export type Toast = { id: number; kind: 'success' | 'error' | 'info'; text: string; showMs: number }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const errorShowMs = 10_000
const plainShowMs = 4_000
const mostAtOnce = 4

function show(kind: Toast['kind'], text: string, showMs: number): number {
  // A repeated message (five failed calls of a page) is shown once, and its time starts again.
  const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text)
  const id = ++lastId
  publish([...others, { id, kind, text, showMs }].slice(-mostAtOnce))
  return id
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export const toast = {
  success: (text: string) => show('success', text, plainShowMs),
  info: (text: string) => show('info', text, plainShowMs),
  error: (text: string) => show('error', text, errorShowMs),
  dismiss: (id: number) => publish(toasts.filter((toast) => toast.id !== id)),
  clear: () => publish([]),
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  snapshot: () => toasts,
  /** The server shows no toasts. */
  serverSnapshot: () => none,
}
const none: readonly Toast[] = []
