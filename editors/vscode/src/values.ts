// What the server sends beside the protocol: the same names as in docs/editors.md and docs/json.md.

export interface Status {
  uri: string;
  version: number;
  state: "checking" | "ready" | "failed";
  errors?: number;
  warnings?: number;
  infos?: number;
  renames?: number;
  error?: string;
}

export interface Step {
  step: string;
  outcome: string;
  target: string | null;
  wave: number | null;
  where: string;
  detail: string;
  seconds: number;
}

export interface KernelTrial {
  kernel: string;
  target: string;
  outcome: string;
  detail: string;
  inputs: string[];
}

export interface Verdict {
  uri: string;
  outcome: string;
  passed: boolean;
  applied: boolean;
  summary: string;
  problem: string | null;
  reasons: string[];
  wrote?: string;
  verdict: { outcome: string; steps: Step[]; notes: string[]; reference: string | null; kernels: KernelTrial[] } | null;
}

export interface Preview {
  uri: string;
  name: string;
  text: string;
  left: { code: string; message: string }[];
}
