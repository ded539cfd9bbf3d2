// Cache tags by thing. `catalogue` stands for every list of projects; `projects` for what the pages of all projects show, such as
// names of categories. A change of one project purges its own tag and the lists, and leaves the pages of other projects alone.

export function projectTag(rid: number): string {
  return `project:${rid}`
}

/** The evaluations of a project; `review` is purged for all of them at once. */
export function reviewTag(rid: number): string {
  return `review:${rid}`
}
