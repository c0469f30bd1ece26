import { useId } from 'react'
import { Icon } from '#renderers/site/Icon.tsx'
import { SettingsGroup, SettingsLegend, SettingsSegment, SettingsSegments } from './profile/SettingsParts.tsx'

/** Props of {@link ChoiceGroup}. */
export interface ChoiceGroupProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly icon?: string }[]
  readonly onChoose: (value: Value) => void
}

/** One of a few choices, all of them in sight. */
export function ChoiceGroup<Value extends string>({ legend, value, choices, onChoose }: ChoiceGroupProps<Value>) {
  const name = useId()
  return (
    <SettingsGroup>
      <SettingsLegend>{legend}</SettingsLegend>
      <SettingsSegments>
        {choices.map((choice) => (
          <SettingsSegment key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            {choice.icon ? <Icon name={choice.icon} /> : null}
            {choice.label}
          </SettingsSegment>
        ))}
      </SettingsSegments>
    </SettingsGroup>
  )
}
