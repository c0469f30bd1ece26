/** Stands in for the schema merger of the form package: our projected schemas are flat, so there is nothing to merge. */
function refuse(): never {
  throw new Error('a projected form schema has no allOf')
}

const prepare = () => refuse

export {
  prepare as createComparator,
  prepare as createDeduplicator,
  prepare as createIntersector,
  prepare as createMerger,
  prepare as createShallowAllOfMerge,
}
