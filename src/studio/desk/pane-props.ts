/** What every pane beside a list is given. */
export interface PaneProps {
  readonly brand: string
  /** Number of what is open. */
  readonly item: number
  /** Called when something has been done, so that lists load again. */
  readonly onChange: () => void
}
