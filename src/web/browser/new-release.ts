/** Shown when a module of the page cannot be loaded, usually because the site was upgraded while the page was open. */
export const NEW_RELEASE_TEXT = '页面的一部分未能加载，网站可能刚刚更新；请保存已填写的内容，然后刷新页面'

/** Vite dispatches `vite:preloadError` for every module that cannot be loaded. The page is not reloaded automatically, because a form may be half filled in. */
export function onMissingPart(target: EventTarget, show: (text: string) => void): () => void {
  const listener = () => show(NEW_RELEASE_TEXT)
  target.addEventListener('vite:preloadError', listener)
  return () => target.removeEventListener('vite:preloadError', listener)
}
