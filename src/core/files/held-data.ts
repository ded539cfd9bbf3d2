import type { HeldData } from '../../platform/held-data.ts'
import { clearReaderAndLinks, heldFiles, heldShares, heldUploads } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'files', title: '文件清单（文件本身可在订单中下载）', closing: 'kept by law', rows: heldFiles },
    { table: 'uploads', title: '上传中的文件', closing: 'gone', rows: heldUploads },
    { table: 'file_shares', title: '他人允许您查看的结果', closing: 'gone', rows: heldShares },
  ],
  clear: clearReaderAndLinks,
}
