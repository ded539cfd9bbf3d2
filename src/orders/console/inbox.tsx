import { PageHeader } from '../../ui/page-header.tsx'

export default function Inbox() {
  return <PageHeader title="工作台" />
}
