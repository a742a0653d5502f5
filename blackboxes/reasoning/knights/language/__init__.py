"""The language side: wording any puzzle in English or Chinese, and reading the worded puzzle back."""
