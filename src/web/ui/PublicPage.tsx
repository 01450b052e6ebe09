import type { ReactNode } from "react"
import { Brand } from "../shell/Brand.tsx"

/** A page without a session: sign-in, links and invitations. */
export const PublicPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main id="content" className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
    <title>{`${title} · Farthing`}</title>
    <Brand />
    <div className="rounded-xl border border-line bg-surface p-6">
      <h1 className="mb-4">{title}</h1>
      {children}
    </div>
  </main>
)
