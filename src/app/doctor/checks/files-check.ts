import { compareStore } from '../../../core/files/compare-actions.ts'
import { error, type Finding, type InstallationCheck, ok, warning } from '../finding.ts'

const TELL_EVERY = 10_000

/** Goes through the whole store, so only `doctor --files` does it. */
export const filesCheck: InstallationCheck = {
  key: 'files',
  cheap: false,
  find: async ({ ctx, signal, tell }) => {
    let told = 0
    const { rows, missing, missingKeys, strays, strayKeys } = await compareStore(ctx, {
      whileServing: true,
      goOn: (done) => {
        signal?.throwIfAborted()
        if (done - told < TELL_EVERY) return
        told = done
        tell?.(`已读取 ${done} 个文件\n`)
      },
    })
    const found: Finding[] = []
    if (missing > 0)
      found.push(
        error(
          '文件',
          `${missing} 个文件有记录而没有内容：${missingKeys.slice(0, 3).join('、')}`,
          '从备份恢复 DATA_DIR/files 或存储桶；备份须先数据库后文件',
        ),
      )
    if (strays > 0)
      found.push(
        warning(
          '文件',
          `${strays} 个文件没有记录：${strayKeys.slice(0, 3).join('、')}`,
          '每小时的清理会删除它们；如果一直增加，用 npm run mingxi -- jobs list 查看清理任务是否失败',
        ),
      )
    return found.length > 0 ? found : [ok('文件', `${rows} 个文件都有内容，没有多余的文件`)]
  },
}
