import { GroupPage } from '../../../people/groups/group-page.tsx'
import { NotesCard } from '../notes-card.tsx'
import { TodosCard } from '../todos-card.tsx'

export const meta = () => [{ title: '课题组 · 明析科测后台' }]

/** A group with the notes, todos and calls about it. */
export default function ConsoleGroup() {
  return <GroupPage renderBeside={(groupNo) => <AboutGroup groupNo={groupNo} />} />
}

function AboutGroup({ groupNo }: { groupNo: string }) {
  const subject = { kind: 'group', no: groupNo } as const
  return (
    <>
      <NotesCard subject={subject} />
      <TodosCard subject={subject} />
    </>
  )
}
