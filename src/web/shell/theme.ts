export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const storageKey = "farthing.theme"

export const currentTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? "system"

/** The system's scheme, unless the person chose one in this browser. */
export const applyTheme = (theme: Theme = currentTheme()): void => {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
  localStorage.setItem(storageKey, theme)
}
