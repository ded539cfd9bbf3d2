import { ApiError } from '../../../platform/client/transport.ts'
import { partErrors } from '../parts/part-errors.ts'

interface PutOptions {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Puts one part straight into the store, by an address that was signed for it. Uses XMLHttpRequest, because fetch reports no upload progress.
 * Errors never hold the address.
 */
export function putPart(
  { url, headers }: { url: string; headers: Record<string, string> },
  blob: Blob,
  { signal, onProgress }: PutOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => (request.status < 300 ? resolve() : reject(faultOf(request.status)))
    request.onerror = () => reject(new ApiError('无法连接存储服务，请检查网络后重试', 'network', 0))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    // Without a type the browser sends none, and none is signed.
    request.send(new Blob([blob]))
  })
}

function faultOf(status: number): ApiError {
  // The store has compared length and hash of what arrived with what was signed.
  if (status === 400) return new ApiError(partErrors.partDamaged.message, partErrors.partDamaged.error, status)
  if (status === 403) return new ApiError('上传地址已失效，请重试', 'addressExpired', status)
  if (status === 404) return new ApiError('存储服务没有保留这次上传，请重试', 'storeUploadGone', status)
  return new ApiError('存储服务暂时无法接收文件，请稍后重试', 'store', status)
}
