import type { FunnelReportAnswer } from '#schemas'

/** Kinds of events to choose from, by the part of the site that they belong to. */
export function KindOptions({ kinds }: Pick<FunnelReportAnswer, 'kinds'>) {
  return [...new Set(kinds.map(({ owner }) => owner))].map((owner) => (
    <optgroup key={owner} label={owner}>
      {kinds.map(({ number, name, owner: of }) =>
        of === owner ? (
          <option key={number} value={number}>
            {name}
          </option>
        ) : null,
      )}
    </optgroup>
  ))
}
