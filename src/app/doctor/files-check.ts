import { compareFiles, settledBefore } from '../../ground/files/compare-actions.ts'
import { error, type Finding, type InstallationCheck, ok, warning } from './finding.ts'

/** Goes through the whole store, so only `doctor --files` does it. */
export const filesCheck: InstallationCheck = {
  key: 'files',
  cheap: false,
  find: async ({ ctx, clock, signal, tell }) => {
    const goOn = (done: number) => {
      signal?.throwIfAborted()
      tell?.(`已核对 ${done} 个文件\n`)
    }
    const { rows, missing, strays } = await compareFiles(ctx, { before: settledBefore(clock.now()), goOn })
    const found: Finding[] = []
    if (missing.length > 0)
      found.push(
        error(
          '文件',
          `${missing.length} 个文件有记录而没有内容：编号 ${missing
            .slice(0, 10)
            .map(({ id }) => id)
            .join('、')}`,
          '从备份恢复 DATA_DIR/files 或存储桶；备份须先数据库后文件',
        ),
      )
    if (strays.length > 0)
      found.push(
        warning(
          '文件',
          `${strays.length} 个文件没有记录：${strays.slice(0, 3).join('、')}`,
          '每日的清理会删除它们；如果一直增加，检查后台任务 files.sweep',
        ),
      )
    return found.length > 0 ? found : [ok('文件', `${rows} 个文件都有内容，没有多余的文件`)]
  },
}
