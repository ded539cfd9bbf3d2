import { ReportSpecimen } from '../../lab/reports/console/report-specimen.tsx'
import { ItemPage } from '../../shop/editing/console/item-page.tsx'

export const meta = () => [{ title: '编辑内容 · 明析科测后台' }]

/** Any content or setting; what shows a setting that no page shows comes from slices that editing does not know. */
export default function ContentItem() {
  return <ItemPage specimens={{ settingReport: ReportSpecimen }} />
}
