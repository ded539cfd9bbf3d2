import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { storedFiles } from '../../core/files/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'reports.files',
    title: '每份有效报告的文件都在，校验值与报告一致',
    invariant: 'I-18',
    faults: () => sql`
      select '报告 ' || r.code || ' 的文件 ' || left(c.sha256, 12) || ' 不存在或已丢失' as fault
      from reports r cross join unnest(r.checksums) as c (sha256)
      where r.stage = 'valid' and not exists (select 1 from ${storedFiles()} f where f.sha256 = c.sha256 and f.missing_at is null)
      union all
      select '报告 ' || r.code || ' 的 PDF 不存在或已丢失'
      from reports r left join ${storedFiles()} f on f.id = r.pdf_file_id
      where r.stage = 'valid' and r.pdf_file_id is not null and (f.id is null or f.missing_at is not null)`,
  },
]
