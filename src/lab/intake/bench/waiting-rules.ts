// Work at the bench is kept in the browser until the server has answered, so that nothing is lost where the network does not reach.

/** What a person does to one sample. */
export type BenchAct =
  | { kind: 'receive'; condition: string; shelf: string; weightMg?: number | undefined }
  | { kind: 'move'; shelf: string }
  /** `fileId`: the photo has arrived and only has to be added to the sample. */
  | { kind: 'photo'; name: string; photo: Blob; fileId?: number | undefined }
  | { kind: 'startTesting'; orderNo: string }

export interface Waiting {
  /** Also the idempotency key, so that an answer that was lost does not act twice. */
  key: string
  /** Who did it; only this person sees it and sends it. */
  staffId: number
  sampleNo: string
  /** When it was done, in ISO 8601. */
  doneAt: string
  act: BenchAct
  /** Why the server refused it. Absent while it waits. */
  refusal?: string | undefined
}

/** What one person has done and not sent, in the order in which it was done. */
export function ownOf(all: readonly Waiting[], staffId: number): Waiting[] {
  return all.filter((one) => one.staffId === staffId)
}

/** What is sent next. Behind something that was refused, the rest of the same sample waits: it was meant to happen after it. */
export function nextOf(all: readonly Waiting[], staffId: number): Waiting | undefined {
  const stopped = new Set<string>()
  return ownOf(all, staffId).find(({ sampleNo, refusal }) => {
    if (refusal !== undefined) stopped.add(sampleNo)
    return refusal === undefined && !stopped.has(sampleNo)
  })
}

/** Whether something waits behind a refusal of the same sample. */
export function waitsBehind(all: readonly Waiting[], one: Waiting): boolean {
  const own = ownOf(all, one.staffId)
  return own
    .slice(0, own.indexOf(one))
    .some(({ sampleNo, refusal }) => sampleNo === one.sampleNo && refusal !== undefined)
}

/** `later`: nothing is wrong with the work itself. A full queue of the server or an ended session pass, a refusal does not. */
export function afterFault({ error, status }: { error: string; status: number }): 'later' | 'refused' {
  return error === 'network' || error === 'notSignedIn' || status === 429 || status >= 500 ? 'later' : 'refused'
}

export function actText(act: BenchAct): string {
  switch (act.kind) {
    case 'receive':
      return `收样：${act.shelf}，${act.condition}${act.weightMg === undefined ? '' : `，${act.weightMg} mg`}`
    case 'move':
      return `移到 ${act.shelf}`
    case 'photo':
      return '照片'
    case 'startTesting':
      return `订单 ${act.orderNo} 开始检测`
  }
}
