import CommunityJoinPage from '../../people/groups/pages/community-jn.tsx'
import { ProjectPartsContext } from '../../people/groups/pages/project-parts.ts'
import { projectParts } from './project-parts.ts'

export { meta } from '../../people/groups/pages/community-jn.tsx'

/** Limits by project name and choose projects of the catalogue. */
export default function Page() {
  return (
    <ProjectPartsContext value={projectParts}>
      <CommunityJoinPage />
    </ProjectPartsContext>
  )
}
