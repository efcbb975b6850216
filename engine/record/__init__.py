"""Games as text, with their variations and remarks."""
