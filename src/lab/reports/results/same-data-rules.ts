/** Why a file is in doubt whose bytes are those of another sample's. */
export function sameDataText(sameAs: string): string {
  return `上传时内容与「${sameAs}」完全相同，请核对是否选错文件`
}
