import CommunityManagePage from '../../people/groups/pages/community-mg.tsx'
import { ProjectPartsContext } from '../../people/groups/pages/project-parts.ts'
import { projectParts } from './project-parts.ts'

export { meta } from '../../people/groups/pages/community-mg.tsx'

/** Limits by project name and choose projects of the catalogue. */
export default function Page() {
  return (
    <ProjectPartsContext value={projectParts}>
      <CommunityManagePage />
    </ProjectPartsContext>
  )
}
