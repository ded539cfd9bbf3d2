/** Said where a part of the page cannot be fetched: most often the site was upgraded while the page was open. */
export const NEW_RELEASE_TEXT = '页面的一部分未能加载，网站可能刚刚更新；请保存已填写的内容，然后刷新页面'

/** Vite tells of every part that could not be fetched, whoever asked for it. Nothing is reloaded by itself: a form may be half filled in. */
export function onMissingPart(target: EventTarget, tell: (text: string) => void): () => void {
  const listener = () => tell(NEW_RELEASE_TEXT)
  target.addEventListener('vite:preloadError', listener)
  return () => target.removeEventListener('vite:preloadError', listener)
}
