export interface ToCodesWorker {
  number: number
  image: ImageData
}

export type FromCodesWorker = { number: number; codes: string[] } | { number: number; fault: string }
